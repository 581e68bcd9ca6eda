import { sha256 } from '#shared/values/ids.ts';
import { plainDescription } from '../../profile/rules/company-description.ts';

export type Flag = { textDigest: string; categories: readonly string[] };

export const textDigestOf = (description: string) => sha256(plainDescription(description));
