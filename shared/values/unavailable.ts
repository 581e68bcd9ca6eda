/** Parts of the service that may fail for a while. */
export type Part = 'store' | 'queue' | 'objects' | 'mail' | 'secrets';

/** A part of the service failed and may work when the same is asked again. The API responds 503 with `Retry-After`. */
export class Unavailable extends Error {
  readonly part: Part;
  constructor(part: Part, cause: unknown) {
    super(part === 'store' ? 'The store did not answer.' : `The ${part} service did not respond.`, { cause });
    this.name = 'Unavailable';
    this.part = part;
  }
}

/** The result of a call to a part, its failure as `Unavailable`. */
export async function fromPart<T>(part: Part, call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw new Unavailable(part, error);
  }
}
