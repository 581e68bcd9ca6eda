import { sha256 } from '#shared/values/ids.ts';

export type Palette = { from: string; to: string; accent: string; words: string };

const palettes: readonly Palette[] = [
  { from: '#10324a', to: '#2f6f8f', accent: '#ffb238', words: '#fff' },
  { from: '#f7ede2', to: '#f2cfa8', accent: '#d9480f', words: '#3b1d0e' },
  { from: '#1d3b2a', to: '#4c8a5b', accent: '#f4d35e', words: '#fff' },
  { from: '#fdf6f0', to: '#f8c9c9', accent: '#e63962', words: '#4a0e20' },
  { from: '#20183f', to: '#5b3fa0', accent: '#ff7ab6', words: '#fff' },
  { from: '#e8f4f2', to: '#a9d8cf', accent: '#ef6f3c', words: '#0b3a33' },
];

export const paletteOf = (seed: string): Palette => palettes[Number.parseInt(sha256(seed).slice(0, 8), 16) % palettes.length] as Palette;
