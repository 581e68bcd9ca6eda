import { readable } from '../../kit/reasons.ts';

/** Returns the name of a field or a template in words, with `ID` as the texts write it. */
export const fieldName = (code: string): string => readable(code).replace(/\bid(s?)\b/g, 'ID$1');
