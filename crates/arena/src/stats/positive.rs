//! Systems of equations with a symmetric positive definite matrix.

/// The lower triangle of Cholesky's factorisation.
pub struct Positive {
    lower: Vec<Vec<f64>>,
}

impl Positive {
    /// Factors a matrix. Where rounding has left a pivot that is not positive, a tiny one takes its place: the answer is then very
    /// uncertain in that direction, and finite.
    pub fn factor(mut matrix: Vec<Vec<f64>>) -> Positive {
        for j in 0..matrix.len() {
            let least = f64::EPSILON * (1e-6 + matrix[j][j].abs());
            for i in j..matrix.len() {
                let (before, rest) = matrix.split_at_mut(i);
                let row = &mut rest[0];
                let done = if i == j { &row[..j] } else { &before[j][..j] };
                let known: f64 = row[..j].iter().zip(done).map(|(a, b)| a * b).sum();
                let left = row[j] - known;
                row[j] = if i == j { left.max(least).sqrt() } else { left / before[j][j] };
            }
        }
        Positive { lower: matrix }
    }

    /// The solution for a right side.
    pub fn solve(&self, right: &[f64]) -> Vec<f64> {
        let mut x = right.to_vec();
        for i in 0..x.len() {
            let known: f64 = self.lower[i][..i].iter().zip(&x).map(|(a, b)| a * b).sum();
            x[i] = (x[i] - known) / self.lower[i][i];
        }
        for i in (0..x.len()).rev() {
            let known: f64 = (i + 1..x.len()).map(|k| self.lower[k][i] * x[k]).sum();
            x[i] = (x[i] - known) / self.lower[i][i];
        }
        x
    }

    /// The inverse.
    pub fn inverse(&self) -> Vec<Vec<f64>> {
        let n = self.lower.len();
        let unit = |at: usize| (0..n).map(|i| f64::from(u8::from(i == at))).collect::<Vec<f64>>();
        (0..n).map(|at| self.solve(&unit(at))).collect()
    }
}
