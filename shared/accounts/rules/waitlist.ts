import { sha256 } from '#shared/values/ids.ts';
import { plainDescription } from './company-description.ts';

/** A description that the moderation flagged. The text itself is not stored. */
export type Flag = { textDigest: string; categories: readonly string[] };

/** Identifies a company description independent of its spacing. */
export const textDigestOf = (description: string) => sha256(plainDescription(description));
