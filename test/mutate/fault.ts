import { type ESTree, parseSync } from 'vite';

export type Fault = { kind: string; start: number; end: number; to: string };

type Node = ESTree.Node;
type Span = { start: number; end: number };

const flipped: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
};
const swapped: Record<string, string> = {
  min: 'max',
  max: 'min',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  some: 'every',
  every: 'some',
  floor: 'ceil',
  ceil: 'floor',
  toUpperCase: 'toLowerCase',
  trimStart: 'trimEnd',
};
const isText = (name: string) => /^(summary|description|title|message|label|examples?|className|style)$/.test(name);
const isLog = (text: string) => /^(await )?(log|console|logger|print|process\.stderr)\b/.test(text);
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
const hasExpression = /^TS(As|Satisfies|NonNull)/;

export function faultsOf(file: string, source: string): Fault[] {
  const faults: Fault[] = [];
  const text = ({ start, end }: Span) => source.slice(start, end);
  const add = (kind: string, { start, end }: Span, to: string) => faults.push({ kind, start, end, to });

  function drop(kind: string, list: readonly (Node | null)[], i: number, whole: Span, empty: string) {
    const [before, node, next] = [list[i - 1], list[i], list[i + 1]];
    if (!node || isText(nameOf(node))) return;
    if (list.length === 1) add(kind, whole, empty);
    else if (next) add(kind, { start: node.start, end: next.start }, '');
    else if (before) add(kind, { start: before.end, end: node.end }, '');
  }

  function swap(kind: string, one: Node | undefined, other: Node | undefined) {
    if (!one || !other || one.type !== other.type || text(one) === text(other)) return;
    if (/\b(meta|describe)\(/.test(text(one))) return;
    if (!/^(Identifier|MemberExpression|CallExpression|Literal)$/.test(one.type)) return;
    const to = text(other) + source.slice(one.end, other.start) + text(one);
    add(kind, { start: one.start, end: other.end }, to);
  }

  function see(node: Node) {
    switch (node.type) {
      case 'BinaryExpression': {
        const to = flipped[node.operator];
        if (to) add('comparison', node, `${text(node.left)} ${to} ${text(node.right)}`);
        if (node.operator === '+' || node.operator === '-')
          add('operator', node, `${text(node.left)} ${node.operator === '+' ? '-' : '+'} ${text(node.right)}`);
        return;
      }
      case 'LogicalExpression':
        add('operand', node, text(node.left));
        if (node.operator !== '??') add('operand', node, text(node.right));
        return;
      case 'IfStatement':
        add('negated', node.test, `!(${text(node.test)})`);
        if (!node.alternate) add('guard', node, '');
        return;
      case 'ConditionalExpression':
        add('negated', node, `${text(node.test)} ? ${text(node.alternate)} : ${text(node.consequent)}`);
        return;
      case 'ArrayExpression':
        for (const i of node.elements.keys()) drop('element', node.elements, i, node, '[]');
        return;
      case 'ObjectExpression':
        for (const [i, property] of node.properties.entries()) {
          drop(property.type === 'Property' ? 'property' : 'spread', node.properties, i, node, '{}');
          const next = node.properties[i + 1];
          if (property.type !== 'Property' || next?.type !== 'Property') continue;
          if (!property.shorthand && !next.shorthand) swap('neighbor', property.value, next.value);
        }
        return;
      case 'JSXOpeningElement':
        for (const attribute of node.attributes) if (!isText(nameOf(attribute))) add('property', attribute, '');
        return;
      case 'ExpressionStatement': {
        const { expression } = node;
        if (isLog(text(expression)) || !/^(Call|Await|Assignment)/.test(expression.type)) return;
        add('statement', node, ';');
        if (expression.type === 'AwaitExpression') add('await', expression, text(expression.argument));
        return;
      }
      case 'CallExpression': {
        const isSymmetric = /^(times|plus|timingSafeEqual|Math\.(min|max))$/.test(text(node.callee));
        for (const [i, argument] of isSymmetric ? [] : node.arguments.entries()) swap('arguments', argument, node.arguments[i + 1]);
        const { callee } = node;
        if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
        const { name } = callee.property;
        const to = swapped[name];
        if (to) add('function', callee.property, to);
        if (name === 'filter') add('filter', node, text(callee.object));
        if (name !== 'sort' && name !== 'toSorted') return;
        const [order] = node.arguments;
        const [a, b] = order?.type === 'ArrowFunctionExpression' ? order.params : [];
        if (a && b) swap('sort', a, b);
        else add('sort', node, `${text(node)}.reverse()`);
        return;
      }
      case 'TemplateLiteral':
        if (node.quasis.some(({ value }) => /\s/.test(value.raw))) return;
        for (const part of node.expressions) add('key', { start: part.start - 2, end: part.end + 1 }, '');
        return;
      case 'Literal':
        if (typeof node.value === 'number') {
          add('number', node, String(node.value + 1));
          if (node.value > 1) add('number', node, String(node.value * 10));
        } else if (typeof node.value === 'boolean') add('flag', node, String(!node.value));
        else if (typeof node.value === 'string') conditionFaults(node);
        return;
    }
  }

  function conditionFaults(node: Span) {
    const condition = text(node);
    if (!/[:#]\w/.test(condition) || !/ (AND|OR|[<>]=?) /.test(condition)) return;
    for (const { 0: found, index } of condition.matchAll(/ [<>]=? /g)) {
      const start = node.start + index;
      add('condition', { start, end: start + found.length }, ` ${flipped[found.trim()]} `);
    }
    for (const { 0: found, index } of condition.matchAll(/ (AND|OR) [^()]*?(?= AND| OR|\)|'|`)/g))
      add('condition', { start: node.start + index, end: node.start + index + found.length }, '');
  }

  function visit(node: Node) {
    if (/^(Import|TS)/.test(node.type) && !hasExpression.test(node.type)) return;
    if (isText(nameOf(node)) || isPaceOrExample(node)) return;
    if (isMeta(node)) return visit((node as ESTree.CallExpression).callee);
    see(node);
    for (const value of Object.values(node)) for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child);
  }
  visit(parseSync(file, source).program);
  return faults;
}

const isPaceOrExample = (node: Node) =>
  node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && /AtOnce$|^example/.test(node.id.name);
const isMeta = (node: Node) =>
  node.type === 'CallExpression' &&
  node.callee.type === 'MemberExpression' &&
  node.callee.property.type === 'Identifier' &&
  node.callee.property.name === 'meta';

function nameOf(node: Node): string {
  if (node.type === 'Property' && node.key.type === 'Identifier') return node.key.name;
  if (node.type === 'JSXAttribute' && node.name.type === 'JSXIdentifier') return node.name.name;
  return '';
}
