import * as z from 'zod';
import { maxPropertiesDepth } from '#shared/conversions/rules/limits.ts';
import { depthOf, isRawNumber } from '#shared/values/json.ts';
import { isPlain } from '#shared/values/plain-text.ts';

export const EventType = z
  .string()
  .max(64)
  .regex(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/, 'Lower-case snake_case expected, such as order_created');

/** IDs are one trimmed line in every form of the API. */
export const plainField = (maxLength: number) =>
  z.string().trim().min(1).max(maxLength).refine(isPlain, { error: 'Control characters are not allowed', abort: true });

/** An empty user ID is a placeholder for a missing user. */
export const ExternalUserId = z.string().trim().max(512).refine(isPlain, { error: 'Control characters are not allowed', abort: true });

export const Properties = z
  .custom<Record<string, unknown>>((value) => typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value), {
    error: 'Input should be a JSON object',
    params: { type: 'dict_type' },
    abort: true,
  })
  .refine((value) => depthOf(value, maxPropertiesDepth + 1) <= maxPropertiesDepth, {
    error: `Nested at most ${maxPropertiesDepth} levels deep`,
    abort: true,
  })
  .meta({ type: 'object', additionalProperties: true });

/** A zod schema of fields would drop a field called `__proto__`. */
export const StoredProperties = z
  .custom<Record<string, unknown>>((value) => typeof value === 'object' && value !== null)
  .meta({ type: 'object', additionalProperties: true });
