import type { VendorUnavailable } from '#shared/vendors/vendor-unavailable.ts';

export const callBudget = 'call_budget';

export function vendorErrorMessage({ failure, code, retryAfterSeconds = 0 }: VendorUnavailable): string {
  if (code === callBudget) return 'The ad library has more ads than could be read at once.';
  return failure === 'busy' ? restSentence(retryAfterSeconds) : sentences[failure];
}
const sentences = {
  no_answer: 'The ad library did not answer in time.',
  failed: 'The ad library has a failure of its own.',
  refused: 'The ad library refused to show the ads.',
  unreadable: 'The ad library gave an answer that cannot be read.',
};

export const restSentence = (seconds: number) => `The ad library has been asked too often. It can be asked again ${inMinutes(seconds)}.`;

export function inMinutes(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes > 1 ? `in ${minutes} minutes` : 'in a minute';
}
