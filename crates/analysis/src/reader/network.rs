//! The network: embeddings, two convolutions of three words, pooling, one hidden layer, and a linear reading of tails.
//!
//! Title and lead pass the same convolutions and enter the hidden layer by weights of their own. The rest of an
//! article is read by the linear table alone.

use super::body::Body;
use super::kernel::{Matrix, SMALL_ROW, add_rows, dot};
use super::weights::Weights;

pub const TITLE_TOKENS: usize = 32;
pub const LEAD_TOKENS: usize = 48;
pub const OUTPUTS: usize = 21;

/// Three logits of tone (positive, neutral, negative), then one for each category.
pub type Logits = [f32; OUTPUTS];

/// From the pools of a title and of a lead to logits: each enters the hidden layer by weights of its own.
pub struct Head {
    title: Matrix,
    lead: Matrix,
    out: Vec<f32>,
    out_bias: Vec<f32>,
}

impl Head {
    pub fn read(w: &mut Weights) -> Head {
        let (title, lead) = (w.matrix(), w.matrix());
        let out = w.reals(OUTPUTS * title.outputs);
        let out_bias = w.reals(OUTPUTS);
        Head { title, lead, out, out_bias }
    }

    pub fn logits(&self, title: &[i16], lead: Option<&[i16]>) -> Logits {
        let mut sums = Vec::new();
        self.title.sums(title, 0, 1, &mut sums);
        let mut hidden: Vec<f32> = (0..self.title.outputs)
            .map(|i| sums[i] as f32 * self.title.scale[i] + self.title.bias[i])
            .collect();
        if let Some(lead) = lead {
            self.lead.sums(lead, 0, 1, &mut sums);
            for (i, hidden) in hidden.iter_mut().enumerate() {
                *hidden += sums[i] as f32 * self.lead.scale[i];
            }
        }
        for value in &mut hidden {
            *value = value.max(0.0);
        }
        let rows = self.out.chunks_exact(hidden.len());
        let mut logits = [0.0; OUTPUTS];
        for ((logit, row), bias) in logits.iter_mut().zip(rows).zip(&self.out_bias) {
            *logit = dot(row, &hidden) + bias;
        }
        logits
    }
}

pub struct Network {
    body: Body,
    head: Head,
    tail: Vec<[i8; SMALL_ROW]>,
    tail_scale: f32,
    tail_bias: Vec<f32>,
}

impl Network {
    pub fn new(bytes: &'static [u8]) -> Network {
        let mut w = Weights::new(bytes);
        let body = Body::read(&mut w);
        let head = Head::read(&mut w);
        let mut tail = vec![[0; SMALL_ROW]; body.vocabulary];
        for (row, values) in tail.iter_mut().zip(w.small(body.vocabulary * OUTPUTS).chunks_exact(OUTPUTS)) {
            row[..OUTPUTS].copy_from_slice(values);
        }
        let tail_scale = w.real();
        let tail_bias = w.reals(OUTPUTS);
        w.finish();
        Network { body, head, tail, tail_scale, tail_bias }
    }

    pub fn vocabulary(&self) -> usize {
        self.body.vocabulary
    }

    pub fn embedding(&self) -> (&[i8], usize) {
        self.body.embedding()
    }

    /// Reads the first tokens of a title and of a lead; either may be empty.
    pub fn read(&self, title: &[u32], lead: &[u32]) -> Logits {
        let title = &title[..title.len().min(TITLE_TOKENS)];
        let lead = &lead[..lead.len().min(LEAD_TOKENS)];
        let behind = (!lead.is_empty()).then(|| self.body.pooled(lead));
        self.head.logits(&self.body.pooled(title), behind.as_deref())
    }

    /// The linear reading: what the words alone say, in any order.
    pub fn read_words(&self, tokens: &[u32]) -> Logits {
        let sums = add_rows(&self.tail, tokens);
        let unit = self.tail_scale / tokens.len().max(1) as f32;
        let mut logits = [0.0; OUTPUTS];
        for ((logit, sum), bias) in logits.iter_mut().zip(sums).zip(&self.tail_bias) {
            *logit = sum as f32 * unit + bias;
        }
        logits
    }
}
