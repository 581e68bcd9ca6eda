export const mediaTypes = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  mp4: 'video/mp4',
} as const;
export type MediaExtension = keyof typeof mediaTypes;

const videoBrand = /^(?:isom|iso[2-9]|mp4[12]|avc1|M4V |dash|MSNV|mmp4|3gp\d)$/;

export function mediaTypeOf(content: Uint8Array): MediaExtension | null {
  const head = Buffer.from(content.buffer, content.byteOffset, Math.min(content.byteLength, 32));
  const text = head.toString('latin1');
  if (text.startsWith('\x89PNG\r\n\x1a\n') && text.slice(12, 16) === 'IHDR') return 'png';
  if (text.startsWith('\xff\xd8\xff')) return 'jpg';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp';
  if (/^GIF8[79]a/.test(text)) return 'gif';
  // Newer picture formats share the `ftyp` form with videos, so the brand decides.
  if (text.slice(4, 8) === 'ftyp' && videoBrand.test(text.slice(8, 12))) return 'mp4';
  return null;
}
