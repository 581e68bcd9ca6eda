import * as z from 'zod';
import { decimalOf } from './decimal.ts';
import { isRawNumber } from './json.ts';

/** A number keeps its digits, because a double cannot hold every amount or ID. */
export const withExactNumbers = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (isRawNumber(value) ? value.rawJSON : value), schema);

export const exactText = (most: number) => withExactNumbers(z.union([z.string().max(most), z.number()]));

/** A JSON number may have an exponent, which is expanded. */
export const plainDecimal = (text: string): string => (/^\d+(\.\d+)?[eE][+-]?\d{1,3}$/.test(text) ? decimalOf(text) : text);
