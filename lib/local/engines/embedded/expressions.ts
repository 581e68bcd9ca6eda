import type { WireMap } from '#shared/data/attribute-values.ts';
import { type Condition, parseCondition } from './conditions.ts';
import type { Bound, Used } from './paths.ts';
import { invalid } from './refusals.ts';
import { parseUpdate, type UpdateExpression } from './updates.ts';
import { checkMap } from './values.ts';

/** Expressions as they were parsed once: a service has some hundred, and takes each again and again. */
function kept<T>(parse: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found) return found;
    if (known.size >= 2000) known.clear();
    const parsed = parse(text);
    known.set(text, parsed);
    return parsed;
  };
}

export const conditionOf: (text: string) => Condition = kept(parseCondition);
export const updateOf: (text: string) => UpdateExpression = kept(parseUpdate);

export type Placeholders = {
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: WireMap;
};

/** The placeholders of a request, which has to give those that its expressions use and no others. */
export function boundOf(request: Placeholders, ...expressions: ({ used: Used } | undefined)[]): Bound {
  const names = request.ExpressionAttributeNames ?? {};
  const values = request.ExpressionAttributeValues ?? {};
  checkMap(values);
  let used = 0;
  const counted = expressions.length > 1 ? new Set<string>() : undefined;
  for (const expression of expressions)
    for (const name of expression?.used ?? []) {
      if (!Object.hasOwn(name.startsWith('#') ? names : values, name))
        throw invalid(
          name.startsWith('#')
            ? `An expression attribute name used in the document path is not defined; attribute name: ${name}`
            : `An expression attribute value used in expression is not defined; attribute value: ${name}`,
        );
      if (counted?.has(name)) continue;
      counted?.add(name);
      used++;
    }
  if (Object.keys(names).length + Object.keys(values).length !== used)
    throw invalid(
      'Value provided in ExpressionAttributeNames or ExpressionAttributeValues unused in expressions',
    );
  return { names, values };
}
