const signatures = {
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  jpeg: [0xff, 0xd8, 0xff],
  gif: [0x47, 0x49, 0x46, 0x38],
} as const;
export type PictureType = keyof typeof signatures | 'webp';

/** What a file is by its first bytes; `null` for what is no picture that the model's vendor reads. */
export function pictureType(bytes: Buffer): PictureType | null {
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'webp';
  const found = Object.entries(signatures).find(([, first]) => first.every((byte, at) => bytes[at] === byte));
  return (found?.[0] as keyof typeof signatures | undefined) ?? null;
}
