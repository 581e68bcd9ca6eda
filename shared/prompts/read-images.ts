import { hash } from 'node:crypto';
import { invalid, type Problem } from '#shared/values/errors.ts';
import { AddressRefused, addressRefused, SiteUnreachable, type Web } from '#shared/web/web.ts';
import { type ImageFacts, imageFacts } from './image-facts.ts';
import { type ImageInput, imageFaults } from './image-input.ts';

export type WantedImage<R extends string> = { role: R; input: ImageInput; loc: Problem['loc'] };
export type ReadImage<R extends string = string> = {
  role: R;
  bytes: Buffer;
  facts: ImageFacts;
  sha256: string;
  sourceUrl: string | null;
  milliseconds: number;
};

const maxBytes = 24_000_000;

export async function readImages<R extends string>(
  wantedImages: readonly WantedImage<R>[],
  { web, timeoutSeconds }: { web: Pick<Web, 'fetch'>; timeoutSeconds: number },
): Promise<ReadImage<R>[]> {
  const problems: Problem[] = [];
  const images: ReadImage<R>[] = [];
  await Promise.all(
    wantedImages.map(async ({ role, input, loc }, at) => {
      const startedAt = performance.now();
      const image = 'url' in input ? await fetched(input.url, web, timeoutSeconds) : input;
      if ('type' in image) problems.push({ ...image, loc });
      else
        images[at] = {
          role,
          bytes: image.bytes,
          facts: image.facts,
          sha256: hash('sha256', image.bytes, 'hex'),
          sourceUrl: 'url' in input ? input.url : null,
          milliseconds: Math.round(performance.now() - startedAt),
        };
    }),
  );
  if (problems.length > 0) throw invalid(...problems.sort((a, b) => orderOf(wantedImages, a) - orderOf(wantedImages, b)));
  if (images.reduce((sum, { bytes }) => sum + bytes.length, 0) > maxBytes)
    throw invalid({
      type: 'images_too_large',
      loc: ['body'],
      msg: `Images of at most ${maxBytes / 1_000_000} MB in all expected`,
    });
  return images;
}

const orderOf = (wantedImages: readonly WantedImage<string>[], { loc }: Problem) => wantedImages.findIndex((image) => image.loc === loc);

type Fault = Omit<Problem, 'loc'>;

async function fetched(
  url: string,
  web: Pick<Web, 'fetch'>,
  timeoutSeconds: number,
): Promise<{ bytes: Buffer; facts: ImageFacts } | Fault> {
  try {
    const { status, body } = await web.fetch({ url, kind: 'image', timeoutSeconds });
    if (status !== 200) return unreachable(`it answers with status ${status}`);
    const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
    const facts = imageFacts(bytes);
    return typeof facts === 'string' ? { type: facts, msg: imageFaults[facts] } : { bytes, facts };
  } catch (error) {
    if (error instanceof AddressRefused) return addressRefused;
    if (error instanceof SiteUnreachable) return unreachable(reasons[error.reason]);
    throw error;
  }
}

const unreachable = (reason: string): Fault => ({
  type: 'image_unreachable',
  msg: `No image could be read from this address: ${reason}`,
});

const reasons: Record<SiteUnreachable['reason'], string> = {
  no_such_host: 'there is no such host',
  no_answer: 'the host does not answer',
  timeout: 'the answer took too long',
  too_large: 'it is larger than 10 MB',
  too_many_redirects: 'it leads from one address to the next without an end',
  broken: 'the answer is broken',
};
