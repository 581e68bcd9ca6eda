import fc from 'fast-check';
import { imageFacts } from '#shared/prompts/image-facts.ts';
import { bad, png, samples } from './samples.ts';

describe('a picture', () => {
  it.each(Object.entries(samples))('%s is known by its content, and so are its sides', (name, bytes) => {
    const contentType = `image/${name.split(' ')[0]}`;
    expect(imageFacts(bytes)).toEqual({ contentType, width: 24, height: 16 });
  });

  it.each(Object.entries(samples))('%s that was cut short anywhere is refused', (_name, bytes) => {
    for (let end = 0; end < bytes.length; end++) expect([end, typeof imageFacts(bytes.subarray(0, end))]).toEqual([end, 'string']);
  });

  it.each(Object.entries(bad))('%s is refused', (_name, [fault, bytes]) => {
    expect(imageFacts(bytes)).toBe(fault);
  });

  it('a picture may have 50 million pixels and sides of 16, no more and no less', () => {
    const sized = (width: number, height: number) => {
      const bytes = Buffer.from(samples.png);
      bytes.writeUInt32BE(width, 16);
      bytes.writeUInt32BE(height, 20);
      return imageFacts(bytes);
    };
    expect(sized(10_000, 5000)).toMatchObject({ width: 10_000, height: 5000 });
    expect(sized(10_000, 5001)).toBe('image_too_large');
    expect(sized(0xffffffff, 0xffffffff)).toBe('image_too_large');
    expect(imageFacts(png(16, 16, [1, 2, 3]))).toMatchObject({ width: 16 });
  });

  it('a picture of any bytes behind any beginning ends with a finding', () => {
    const spoiled = fc
      .tuple(fc.constantFrom(...Object.values(samples)), fc.nat(), fc.uint8Array({ maxLength: 400 }))
      .map(([sample, at, more]) => Buffer.concat([sample.subarray(0, at % sample.length), more]));
    fc.assert(
      fc.property(spoiled, (bytes) => void imageFacts(bytes)),
      { numRuns: 2000 },
    );
  });
});
