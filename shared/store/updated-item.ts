import type { WireMap, WireValue } from './attribute-values.ts';

export type WireUpdate = {
  Key: WireMap;
  UpdateExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: WireMap;
};

/**
 * Supported are `SET` of values and sums, `if_not_exists`, `ADD` and `REMOVE`; other updates change nothing.
 */
export function updatedItem(before: WireMap | undefined, update: WireUpdate): WireMap {
  const { Key, UpdateExpression = '' } = update;
  const { ExpressionAttributeNames: names = {}, ExpressionAttributeValues: values = {} } = update;
  const after: WireMap = { ...before, ...Key };
  const nameOf = (text: string) => names[text] ?? text;
  const operand = (text: string): WireValue | undefined => {
    const [, path = '', otherwise = ''] = /^if_not_exists\s*\(\s*(\S+)\s*,\s*(\S+)\s*\)$/.exec(text) ?? [];
    if (path) return before?.[nameOf(path)] ?? operand(otherwise);
    return text.startsWith(':') ? values[text] : before?.[nameOf(text)];
  };
  const clauses = UpdateExpression.matchAll(/(SET|REMOVE|ADD|DELETE)\s+(.*?)(?=\s+(?:SET|REMOVE|ADD|DELETE)\s|$)/gs);
  for (const [, clause, list = ''] of clauses)
    for (const action of list.split(/,(?![^(]*\))/)) {
      const text = action.trim();
      if (clause === 'REMOVE') delete after[nameOf(text)];
      if (clause === 'ADD') {
        const [path = '', value = ''] = text.split(/\s+/);
        const sum = added(before?.[nameOf(path)] ?? { N: '0' }, values[value], 1);
        if (sum) after[nameOf(path)] = sum;
      }
      const [, path = '', firstOperand = '', sign, secondOperand = ''] =
        /^(\S+)\s*=\s*(.+?)(?:\s+([+-])\s+(.+))?$/s.exec(clause === 'SET' ? text : '') ?? [];
      const value = sign ? added(operand(firstOperand), operand(secondOperand), sign === '+' ? 1 : -1) : operand(firstOperand);
      if (path && value) after[nameOf(path)] = value;
    }
  return after;
}

/** The sum is exact for whole numbers, which all counters are. */
function added(a: WireValue | undefined, b: WireValue | undefined, sign: 1 | -1): WireValue | undefined {
  return a && b && 'N' in a && 'N' in b ? { N: String(Number(a.N) + sign * Number(b.N)) } : undefined;
}
