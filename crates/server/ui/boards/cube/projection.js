// Where the cells of a cube are seen: pure geometry. A cell is 100 from the next one; x runs right with the columns,
// y down with the levels, z towards the eye with the rows.

/** @typedef {{yaw: number, pitch: number, zoom: number, apart: number}} Pose */
/** @typedef {{x: number, y: number, depth: number, scale: number}} Seen */

/** The distance of the eye, in halves of the cube's diagonal. */
const EYE = 4.6;

/** The pose that shows a cube best: no two cells in one place. @param {number} side @returns {Pose} */
export function restPose(side) {
  return { yaw: side === 4 ? -0.36 : -0.45, pitch: side > 3 ? 0.5 : 0.44, zoom: 1, apart: side > 3 ? 0.55 : 0.3 };
}

/** Half the diagonal of the cube when it is closed. @param {number} side */
const reach = (side) => ((side - 1) / 2) * 100 * Math.sqrt(3) + 60;

/**
 * A function from a point of the cube to its place in the picture; coordinates count cells from 0 and may be fractions.
 * @param {number} side
 * @param {Pose} pose
 */
export function projector(side, { yaw, pitch, zoom, apart }) {
  const middle = (side - 1) / 2;
  const eye = EYE * reach(side);
  const [cosYaw, sinYaw, cosPitch, sinPitch] = [Math.cos(yaw), Math.sin(yaw), Math.cos(pitch), Math.sin(pitch)];
  /**
   * @param {number} level
   * @param {number} row
   * @param {number} column
   * @returns {Seen}
   */
  return (level, row, column) => {
    const x = (column - middle) * 100;
    const y = (level - middle) * 100 * (1 + apart);
    const z = (row - middle) * 100;
    const right = x * cosYaw + z * sinYaw;
    const near = z * cosYaw - x * sinYaw;
    const depth = near * cosPitch - y * sinPitch;
    const scale = (zoom * eye) / (eye - depth);
    return { x: right * scale, y: (y * cosPitch + near * sinPitch) * scale, depth, scale };
  };
}

/**
 * Half the width and half the height that a cube needs at rest, however it is turned around its upright axis.
 * @param {number} side
 * @param {number} apart
 */
export function extent(side, apart) {
  const half = ((side - 1) / 2) * 100 + 50;
  const { pitch } = restPose(side);
  return {
    width: half * Math.SQRT2 * 1.05 + 12,
    height: (half - 50) * (1 + apart) * Math.cos(pitch) + half * Math.SQRT2 * 1.08 * Math.sin(pitch) + 34,
  };
}

/**
 * For points of one picture, half the distance to the nearest other one, within bounds: so large can targets be
 * without hiding one another.
 * @param {{x: number, y: number}[]} points
 * @param {number} most
 */
export function clearance(points, most) {
  return points.map((point, i) => {
    let least = 2 * most;
    points.forEach((other, j) => {
      if (i !== j) least = Math.min(least, Math.hypot(point.x - other.x, point.y - other.y));
    });
    return Math.max(3, least / 2);
  });
}
