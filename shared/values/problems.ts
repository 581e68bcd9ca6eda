import type * as z from 'zod';
import type { Problem } from './errors.ts';

type Issue = z.core.$ZodIssue;

export function problemsOf(error: z.core.$ZodError, where: readonly string[] = [], input?: unknown): Problem[] {
  return error.issues.flatMap((issue) => {
    const loc = [...where, ...issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part))];
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((name) => ({ type: 'extra_forbidden', loc: [...loc, name], msg: issue.message }));
    const missing = isMissing(issue, input);
    return {
      type: missing ? 'missing' : typeOf(issue),
      loc,
      msg: missing ? 'Field required' : isNoNumber(issue) ? 'Not a number' : issue.message,
    };
  });
}

/** zod reports a missing choice in another way than a missing field. */
const isMissing = ({ code, message, path }: Issue, input: unknown) =>
  code === 'invalid_type'
    ? /received undefined$/.test(message)
    : code === 'invalid_value' && typeof input === 'object' && input !== null && at(input, path) === undefined;

const isNoNumber = ({ code, message }: Issue) => code === 'invalid_type' && /received NaN$/.test(message);

const at = (value: unknown, path: readonly PropertyKey[]) =>
  path.reduce<unknown>((inner, name) => (inner as Record<PropertyKey, unknown> | undefined)?.[name], value);

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
  switch (issue.code) {
    case 'invalid_type':
      return isNoNumber(issue) ? 'int_parsing' : (typeNames[issue.expected] ?? 'value_error');
    case 'too_small':
      return issue.origin === 'string' ? 'string_too_short' : issue.origin === 'array' ? 'too_short' : 'greater_than_equal';
    case 'too_big':
      return issue.origin === 'string' ? 'string_too_long' : issue.origin === 'array' ? 'too_long' : 'less_than_equal';
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

const maxListed = 1000;
const maxListedCharacters = 500_000;
const maxNameCharacters = 200;

/** A response of a Lambda function has at most 6 MB. */
export function listedProblems(problems: readonly Problem[]): Problem[] {
  const listed: Problem[] = [];
  let characters = 0;
  for (const { type, loc, msg } of problems) {
    const problem = { type, loc: loc.map(shortened), msg };
    characters += JSON.stringify(problem).length;
    if (listed.length === maxListed || characters > maxListedCharacters) break;
    listed.push(problem);
  }
  return listed;
}

const shortened = (part: string | number) =>
  typeof part === 'string' && part.length > maxNameCharacters ? `${part.slice(0, maxNameCharacters)}…` : part;

const maxInText = 3;

/** Some clients show only an error's message, so it lists the problems. */
export function problemsAsText(problems: readonly Problem[]): string {
  const shown = problems.slice(0, maxInText).map(({ loc, msg }) => `${loc.slice(1).map(shortened).join('.') || loc[0]}: ${msg}`);
  const more = problems.length - shown.length;
  return `${shown.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`;
}
