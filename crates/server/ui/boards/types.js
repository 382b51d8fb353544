// What the page hands to a board, what it gets back, and what a board hands to its view. Types only.

/** @typedef {import('../protocol').BoardView} BoardView */
/** @typedef {import('../protocol').StepView} StepView */
/** @typedef {import('../protocol').MoveView} MoveView */
/** @typedef {import('../protocol').Motion} Motion */
/** @typedef {import('../protocol').Push} Push */
/** @typedef {import('../protocol').Owner} Owner */
/** @typedef {import('../protocol').Way} Way */
/** @typedef {import('../protocol').At} At */
/** @typedef {import('../protocol').EndView} EndView */
/** @typedef {import('../protocol').SceneView} SceneView */

/**
 * Words in the chosen language. Without `otherwise` a missing key is an error.
 * @typedef {(key: string, values?: Record<string, string | number>, otherwise?: string) => string} Words
 */

/**
 * @typedef {object} Preferences
 * @property {'classic'|'discs'|'shapes'} marks  how pieces of line games are drawn
 * @property {string} first    colour of the first player's pieces, or '' for the theme's
 * @property {string} second   the same for the second player
 * @property {boolean} motion  false: nothing moves
 * @property {boolean} labels  show coordinates
 */

/**
 * @typedef {object} BoardOptions
 * @property {BoardView} board
 * @property {[string, string]} players  the translated names of the sides
 * @property {() => [string, string]} [people]  the names of those who play; without it, the sides
 * @property {boolean} [scored]          the scores are shown beside the board
 * @property {Words} t
 * @property {Preferences} preferences
 * @property {boolean} [still]           a small picture for a card: no labels, no controls, nothing to click
 * @property {Owner | null} [you]        the player whom the person at this page plays
 * @property {(text: string, at?: At) => boolean} [onMove]    the person chose this legal move at a square; true if it is on its way now
 * @property {(at: At | null) => void} [onAim]  a pointer or the cursor has come to a square, or left all of them
 * @property {(text: string) => void} [onRefuse]  the reason why a click is not legal
 * @property {(text: string) => void} [announce]  for the live region
 */

/**
 * @typedef {object} Now
 * @property {boolean} interactive   the person at this page is to move
 * @property {boolean} [early]      before the person's turn: the moves are those that may become legal
 * @property {boolean} animate       the step is the successor of the one shown: show how it came about
 * @property {boolean} [ghost]       only expected or looked back at: drawn paler, nothing to click
 * @property {EndView | null} [end]  celebrate if it just ended
 */

/** @typedef {{text: string, share: number | null, label: string}} Judgement */

/**
 * @typedef {object} BoardHandle
 * @property {(step: StepView, now: Now) => Promise<void>} update
 * @property {(preferences: Preferences) => void} prefer
 * @property {(moves: Judgement[] | null) => void} judge
 * @property {(squares: At[], line?: At[]) => void} pointOut  points squares out until the next position, and numbers those of moves that follow each other
 * @property {() => void} focus
 * @property {() => void} destroy
 */

/**
 * The board that a view is part of, as the view sees it.
 *
 * @typedef {object} Context
 * @property {BoardOptions} options
 * @property {BoardView} board
 * @property {HTMLElement} root          the element `.board`
 * @property {HTMLElement} stage         the element to draw in; it has a size of its own
 * @property {Words} t
 * @property {boolean} still
 * @property {import('./motion.js').Motion} motion
 * @property {Preferences} preferences
 * @property {Record<string, any>} memory   kept from one drawing to the next (such as the rotation of a cube)
 * @property {() => boolean} ready       true if the person may choose a move now
 * @property {(text: string, at?: At) => boolean} choose   a legal move was chosen, at a square; true if it is on its way now
 * @property {(reason: string) => void} refuse  something else was; `reason` is the last part of a word's key
 */

/**
 * A way to draw one kind of board. It is made again when the preferences change.
 *
 * @typedef {object} View
 * @property {(step: StepView, now: Now, before: StepView | null) => void} show
 * @property {(move: MoveView) => boolean} claims  true if the move can be chosen on the board itself
 * @property {(moves: Map<string, Judgement> | null) => void} judge
 * @property {(squares: At[], line: At[]) => void} [pointOut]
 * @property {() => void} focus
 * @property {boolean} [tracks]   true if it shows the scores of the scene
 * @property {(name: string, step: StepView) => boolean} [tells]  true if the picture shows this fact of the scene
 * @property {boolean} [wide]     true if it has no picture, and buttons take the space
 * @property {(width: number, height: number) => void} [fit]
 * @property {() => number} ratio  height by width, for a host without a fixed height
 * @property {() => void} [destroy]
 */

export {};
