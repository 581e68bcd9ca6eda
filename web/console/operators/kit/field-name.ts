import { readable } from '../../kit/reasons.ts';

export const fieldName = (code: string): string => readable(code).replace(/\bid(s?)\b/g, 'ID$1');
