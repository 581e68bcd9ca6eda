import { pngOf } from './png.ts';

const bytes = (base64: string) => Buffer.from(base64, 'base64');

/** A browser made these smallest pictures, of 24 by 16 pixels. */
export const samples = {
  png: png(24, 16, [211, 51, 51]),
  jpeg: bytes(
    '/9j/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAAQABgDASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAME/8QAHBAAAQMFAAAAAAAAAAAAAAAAEQAEEhMUI0LR/8QAFgEBAQEAAAAAAAAAAAAAAAAAAwIF/8QAGhEBAAEFAAAAAAAAAAAAAAAAABETISNhYv/aAAwDAQACEQMRAD8AowY3tTJCA1JJ4j9jZU8k5nUADqMH1lUxzmNgAeo/fXtPHCB2JI4htG2lkqcsaIikz//Z',
  ),
  webp: bytes(
    'UklGRl4AAABXRUJQVlA4IFIAAABQAwCdASoYABAAPxFysFAsJqSisAgBgCIJagCdMoR3ADv+AAD+WJf5rd/+abP//mQFN+b+PDyRrLc67gcAtbzNXrAsW1f/+oHS1RGXvbWZgAAA',
  ),
  'webp without losses': bytes('UklGRjAAAABXRUJQVlA4TCQAAAAvF8ADAA/wGeaLdH+Gef5DCwTZNjW4v+UpniNE9H8cAKB5zRs='),
  gif: bytes('R0lGODlhGAAQAPAAANMzM////yH5BAAAAAAALAAAAAAYABAAAAIOjI+py+0Po5y02ouzPgUAOw=='),
};

export function png(width: number, height: number, colour: readonly [number, number, number]): Buffer {
  const rgb = new Uint8Array(width * height * 3);
  for (let at = 0; at < rgb.length; at += 3) rgb.set(colour, at);
  return pngOf({ width, height, rgb });
}

export function changed(of: Buffer, at: number, ...to: number[]): Buffer {
  const copy = Buffer.from(of);
  copy.set(to, at);
  return copy;
}

const { gif, webp } = samples;
const frame = gif.subarray(gif.indexOf(0x2c), -1);
/** An extended WebP has flags, then width and height less 1 in three bytes each. */
const extended = (flags: number, sides: number[]) => {
  const chunk = Buffer.from([...Buffer.from('VP8X'), 10, 0, 0, 0, flags, 0, 0, 0, ...sides]);
  const body = Buffer.concat([Buffer.from('WEBP'), chunk, webp.subarray(12)]);
  const head = Buffer.from('RIFF....');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
};

export const bad: Record<string, [fault: string, bytes: Buffer]> = {
  'nothing at all': ['not_an_image', Buffer.alloc(0)],
  'a vector drawing': ['not_an_image', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
  'a page': ['not_an_image', Buffer.from('<!doctype html><title>logo.png</title>')],
  'a film': ['not_an_image', Buffer.from('\0\0\0\u0018ftypmp42\0\0\0\0mp42isom', 'latin1')],
  'a document': ['not_an_image', Buffer.from('%PDF-1.7\n')],
  'a PNG cut short': ['image_broken', samples.png.subarray(0, -20)],
  'a JPEG cut short': ['image_broken', samples.jpeg.subarray(0, -2)],
  'a PNG without pixels': ['image_broken', Buffer.concat([samples.png.subarray(0, 33), samples.png.subarray(-12)])],
  'a PNG of no width': ['image_broken', changed(samples.png, 16, 0, 0, 0, 0)],
  'a page behind the first bytes of a PNG': ['image_broken', Buffer.concat([samples.png.subarray(0, 8), Buffer.from('<html>'.repeat(9))])],
  'a PNG of 60,000 by 60,000': ['image_too_large', changed(samples.png, 16, 0, 0, 0xea, 0x60, 0, 0, 0xea, 0x60)],
  'a JPEG of 65,535 by 65,535': [
    'image_too_large',
    changed(samples.jpeg, samples.jpeg.indexOf(Buffer.from([0xff, 0xc0])) + 5, 255, 255, 255, 255),
  ],
  'a GIF of 65,535 by 65,535': ['image_too_large', changed(gif, 6, 255, 255, 255, 255)],
  'a WebP of 16 million by 16 million': ['image_too_large', extended(0, [255, 255, 255, 255, 255, 255])],
  'a tracking pixel': ['image_too_small', png(1, 1, [0, 0, 0])],
  'a line': ['image_too_small', png(600, 15, [0, 0, 0])],
  'an animated GIF': ['image_animated', Buffer.concat([gif.subarray(0, -1), frame, Buffer.from([0x3b])])],
  'an animated WebP': ['image_animated', extended(2, [23, 0, 0, 15, 0, 0])],
};
