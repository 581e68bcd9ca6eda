import type * as z from 'zod';
import type { Problem } from './errors.ts';

type Issue = z.core.$ZodIssue;

/**
 * A schema's findings as problems. Types are the names that pydantic gives, since clients of this interface know
 * them; messages never repeat the value that was sent.
 */
export function problemsOf(error: z.core.$ZodError, ...where: string[]): Problem[] {
  return error.issues.map((issue) => ({
    type: typeOf(issue),
    loc: [...where, ...issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part))],
    msg: isMissing(issue) ? 'Field required' : issue.message,
  }));
}

// zod says "invalid_type, received undefined" of a field that is not there; schemas built without input keep it so.
const isMissing = (issue: Issue) =>
  issue.code === 'invalid_type' && /received undefined$/.test(issue.message);

const typeNames: Record<string, string> = {
  string: 'string_type',
  number: 'float_type',
  int: 'int_type',
  boolean: 'bool_type',
  object: 'model_attributes_type',
  record: 'dict_type',
  array: 'list_type',
};

function typeOf(issue: Issue): string {
  if (isMissing(issue)) return 'missing';
  switch (issue.code) {
    case 'invalid_type':
      return typeNames[issue.expected] ?? 'value_error';
    case 'too_small':
      return issue.origin === 'string'
        ? 'string_too_short'
        : issue.origin === 'array'
          ? 'too_short'
          : 'greater_than_equal';
    case 'too_big':
      return issue.origin === 'string'
        ? 'string_too_long'
        : issue.origin === 'array'
          ? 'too_long'
          : 'less_than_equal';
    case 'invalid_format':
      return issue.format === 'regex' ? 'string_pattern_mismatch' : 'value_error';
    case 'invalid_value':
      return 'enum';
    case 'custom':
      return typeof issue.params?.type === 'string' ? issue.params.type : 'value_error';
    default:
      return 'value_error';
  }
}
