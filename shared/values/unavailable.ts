export type Part = 'store' | 'queue' | 'objects' | 'mail' | 'secrets';

/** The API responds 503 with `Retry-After` to this error. */
export class Unavailable extends Error {
  readonly part: Part;
  constructor(part: Part, cause: unknown) {
    super(part === 'store' ? 'The store did not answer.' : `The ${part} service did not respond.`, { cause });
    this.name = 'Unavailable';
    this.part = part;
  }
}

export async function fromPart<T>(part: Part, call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw new Unavailable(part, error);
  }
}
