// Damage that is the same at every run.

/** Numbers in 0..1 from a word: mulberry32, seeded with the word's FNV-1a hash. */
export function seeded(word) {
  let state = 0x811c9dc5;
  for (const byte of Buffer.from(word)) state = Math.imul(state ^ byte, 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** `bytes` with another byte at one place. */
export function flipped(bytes, random) {
  const other = Buffer.from(bytes);
  other[Math.floor(random() * other.length)] ^= 1 + Math.floor(random() * 255);
  return other;
}
