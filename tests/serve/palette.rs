//! Pictures with few colours, so that documents stay light: a PNG as the browser takes it becomes
//! one with a palette.

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use std::collections::HashMap;
use std::io::{Read, Write};

/// Colours that are kept.
const COLOURS: usize = 40;

/// The same picture with few colours.
pub(crate) fn reduced(png: &[u8]) -> Vec<u8> {
    let (width, height, pixels) = pixels(png);
    let palette = palette(&pixels);
    let mut nearest: HashMap<[u8; 3], u8> = HashMap::new();
    let mut rows = Vec::with_capacity(pixels.len() + height);
    for row in pixels.chunks(width) {
        // No filter: rows of places in a palette are best left alone.
        rows.push(0);
        rows.extend(
            row.iter()
                .map(|colour| *nearest.entry(*colour).or_insert_with(|| near(&palette, *colour))),
        );
    }
    let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut head = Vec::new();
    head.extend((width as u32).to_be_bytes());
    head.extend((height as u32).to_be_bytes());
    head.extend([8, 3, 0, 0, 0]);
    chunk(&mut out, *b"IHDR", &head);
    chunk(&mut out, *b"PLTE", &palette.concat());
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::best());
    packed.write_all(&rows).unwrap();
    chunk(&mut out, *b"IDAT", &packed.finish().unwrap());
    chunk(&mut out, *b"IEND", &[]);
    out
}

fn chunk(out: &mut Vec<u8>, name: [u8; 4], data: &[u8]) {
    out.extend((data.len() as u32).to_be_bytes());
    let named = [&name, data].concat();
    let mut sum = flate2::Crc::new();
    sum.update(&named);
    out.extend(named);
    out.extend(sum.sum().to_be_bytes());
}

/// Width, height and colours of a PNG of eight bits without interlacing.
fn pixels(png: &[u8]) -> (usize, usize, Vec<[u8; 3]>) {
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap()) as usize;
    let (width, height) = (number(16), number(20));
    let size = match png[24..26] {
        [8, 2] => 3,
        [8, 6] => 4,
        _ => panic!("another kind of PNG"),
    };
    let (mut packed, mut at) = (Vec::new(), 8);
    while at < png.len() {
        let length = number(at);
        if &png[at + 4..at + 8] == b"IDAT" {
            packed.extend_from_slice(&png[at + 8..at + 8 + length]);
        }
        at += length + 12;
    }
    let mut rows = Vec::new();
    ZlibDecoder::new(&*packed).read_to_end(&mut rows).unwrap();
    let stride = width * size;
    let mut above = vec![0; stride];
    let mut colours = Vec::with_capacity(width * height);
    for row in rows.chunks(stride + 1) {
        let mut bytes = row[1..].to_vec();
        for at in 0..stride {
            let left = if at < size { 0 } else { bytes[at - size] };
            let corner = if at < size { 0 } else { above[at - size] };
            let guess = match row[0] {
                0 => 0,
                1 => left,
                2 => above[at],
                3 => u8::midpoint(left, above[at]),
                _ => paeth(left, above[at], corner),
            };
            bytes[at] = bytes[at].wrapping_add(guess);
        }
        colours.extend(bytes.chunks(size).map(|it| [it[0], it[1], it[2]]));
        above = bytes;
    }
    (width, height, colours)
}

fn paeth(left: u8, above: u8, corner: u8) -> u8 {
    let [a, b, c] = [left, above, corner].map(i16::from);
    let guess = a + b - c;
    let [da, db, dc] = [a, b, c].map(|it| (guess - it).abs());
    if da <= db && da <= dc {
        left
    } else if db <= dc {
        above
    } else {
        corner
    }
}

/// The colours that stand for all: the commonest of those that are far enough from each other.
fn palette(pixels: &[[u8; 3]]) -> Vec<[u8; 3]> {
    let mut counts: HashMap<[u8; 3], u64> = HashMap::new();
    for colour in pixels {
        *counts.entry(*colour).or_default() += 1;
    }
    let mut all: Vec<([u8; 3], u64)> = counts.into_iter().collect();
    all.sort_by_key(|&(colour, count)| (std::cmp::Reverse(count), colour));
    for apart in [900, 500, 250, 100, 0] {
        let mut chosen: Vec<[u8; 3]> = Vec::new();
        for &(colour, _) in &all {
            if chosen.len() < COLOURS && chosen.iter().all(|it| distance(*it, colour) > apart) {
                chosen.push(colour);
            }
        }
        if chosen.len() == COLOURS || apart == 0 {
            return chosen;
        }
    }
    Vec::new()
}

fn near(palette: &[[u8; 3]], colour: [u8; 3]) -> u8 {
    let nearest = palette.iter().enumerate().min_by_key(|(_, it)| distance(**it, colour));
    nearest.map_or(0, |(at, _)| at as u8)
}

fn distance(one: [u8; 3], other: [u8; 3]) -> u32 {
    one.iter().zip(other).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
}
