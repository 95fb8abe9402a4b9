//! Whole numbers as large as need be: only adding and printing, which is all that counting plans asks for.

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Big(Vec<u64>);

impl Big {
    pub fn one() -> Self {
        Self(vec![1])
    }

    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    pub fn add(&mut self, other: &Self) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        let mut carry = false;
        for (at, word) in self.0.iter_mut().enumerate() {
            let (sum, first) = word.overflowing_add(other.0.get(at).copied().unwrap_or(0));
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            *word = sum;
            carry = first || second;
        }
        if carry {
            self.0.push(1);
        }
    }
}

impl std::fmt::Display for Big {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        const PART: u128 = 10_000_000_000_000_000_000;
        let mut rest = self.0.clone();
        let mut parts = Vec::new();
        while !rest.is_empty() {
            let mut remainder = 0u128;
            for word in rest.iter_mut().rev() {
                let value = remainder << 64 | u128::from(*word);
                *word = (value / PART) as u64;
                remainder = value % PART;
            }
            parts.push(remainder as u64);
            while rest.last() == Some(&0) {
                rest.pop();
            }
        }
        match parts.pop() {
            None => out.write_str("0"),
            Some(first) => {
                write!(out, "{first}")?;
                parts.iter().rev().try_for_each(|part| write!(out, "{part:019}"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_up_to_two_to_the_200() {
        let mut number = Big::one();
        for power in 0..200 {
            if power < 127 {
                assert_eq!(number.to_string(), (1u128 << power).to_string());
            }
            let same = number.clone();
            number.add(&same);
        }
        assert_eq!(number.to_string(), "1606938044258990275541962092341162602522202993782792835301376");
        assert_eq!(Big::default().to_string(), "0");
    }
}
