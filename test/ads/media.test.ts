import { mediaSource } from '#shared/ads/rules/media-source.ts';
import { mediaTypeOf } from '#shared/ads/rules/media-type.ts';

describe('the source of a media file', () => {
  const signed =
    'https://scontent-lhr8-1.xx.fbcdn.net/v/t39.35426-6/48_1_n.jpg?stp=dst-jpg_s600x600&_nc_cat=1&ccb=1-7&_nc_sid=c53&_nc_ohc=a&oh=00_AY&oe=67A1';

  it.each([
    ['signed anew', signed.replace('00_AY', '00_BZ').replace('67A1', '67FF').replace('ohc=a', 'ohc=b')],
    ['on another machine', signed.replace('lhr8-1.xx', 'iad3-2.xx')],
    ['with its parameters in another order', signed.replace(/\?(.*?)&(.*)/, '?$2&$1')],
  ])('a media file has the same source when its address is %s', (_, other) => {
    expect(other).not.toBe(signed);
    expect(mediaSource(other)).toBe(mediaSource(signed));
  });

  it.each([
    ['path', signed.replace('48_1', '48_2')],
    ['size', signed.replace('s600x600', 's60x60')],
    ['host', signed.replace('scontent-lhr8-1.xx.fbcdn.net', 'scontent.fbcdn.example')],
  ])('a media file has another source with another %s', (_, other) => {
    expect(mediaSource(other)).not.toBe(mediaSource(signed));
  });

  it('a media file has one source for a link signed twice, and two sources for two sizes', () => {
    const stored = (signature: string) =>
      `https://b.s3.eu-west-1.amazonaws.com/a.png?X-Amz-Date=${signature}&X-Amz-Signature=${signature}&versionId=3`;
    expect(mediaSource(stored('1'))).toBe(mediaSource(stored('2')));
    expect(mediaSource('https://a.example/i.png?w=100')).not.toBe(mediaSource('https://a.example/i.png?w=200'));
  });

  it('the source of a media file has 22 characters', () => {
    expect(mediaSource('no address')).toMatch(/^[\w-]{22}$/);
    expect(mediaSource(signed)).toMatch(/^[\w-]{22}$/);
  });
});

describe('the kind of a media file', () => {
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
  it.each([
    ['png', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'],
    ['jpg', '\xff\xd8\xff\xe0\0\x10JFIF'],
    ['webp', 'RIFF\x10\0\0\0WEBPVP8 '],
    ['gif', 'GIF89a\x01\0'],
    ['mp4', '\0\0\0\x20ftypisom\0\0\x02\0'],
    ['mp4', '\0\0\0\x18ftypmp42\0\0\0\0'],
  ])('the content determines the kind of a media file: %s', (kind, text) => {
    expect(mediaTypeOf(bytes(text))).toBe(kind);
  });

  it.each([
    '',
    'x',
    '<svg xmlns="http://www.w3.org/2000/svg">',
    '<!doctype html>',
    'RIFF\x10\0\0\0WAVEfmt ',
    '\0\0\0\x20ftypavif',
    '\0\0\0\x18ftypheic',
    '\x89PNG\r\n\x1a\n<script>',
    '%PDF-1.7',
    'MZ\x90\0',
  ])('a file of another kind is no media file: %j', (text) => {
    expect(mediaTypeOf(bytes(text))).toBeNull();
  });

  it('the kind of a media file is also detected in a part of a larger buffer', () => {
    const whole = bytes('....GIF89a');
    expect(mediaTypeOf(whole.subarray(4))).toBe('gif');
    expect(mediaTypeOf(whole)).toBeNull();
  });
});
