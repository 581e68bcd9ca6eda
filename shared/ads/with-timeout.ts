import { VendorUnavailable } from '#shared/vendors/vendor-unavailable.ts';

/** Rejects with `VendorUnavailable` after a timeout. */
export async function withTimeout<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new VendorUnavailable('social', 'no_answer')), Math.max(0, milliseconds));
  });
  try {
    return await Promise.race([work, end]);
  } finally {
    clearTimeout(timer);
  }
}
