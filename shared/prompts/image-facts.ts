import { type ReadShape, readGif, readJpeg, readPng, readWebp } from './image-shapes.ts';

export type ImageType = 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif';
export type ImageFacts = { contentType: ImageType; width: number; height: number };

export type ImageFault = 'not_an_image' | 'image_broken' | 'image_animated' | 'image_too_small' | 'image_too_large';

export const minSide = 16;
export const maxPixels = 50_000_000;

const formats: readonly [ImageType, ReadShape][] = [
  ['image/png', readPng],
  ['image/jpeg', readJpeg],
  ['image/webp', readWebp],
  ['image/gif', readGif],
];

export function imageFacts(bytes: Buffer): ImageFacts | ImageFault {
  for (const [contentType, readShape] of formats) {
    const shape = readShape(bytes);
    if (shape === undefined) continue;
    if (shape === null || shape.width === 0 || shape.height === 0) return 'image_broken';
    const { width, height, isAnimated } = shape;
    if (isAnimated) return 'image_animated';
    if (width * height > maxPixels) return 'image_too_large';
    return Math.min(width, height) < minSide ? 'image_too_small' : { contentType, width, height };
  }
  return 'not_an_image';
}
