import { type ESTree, parseSync } from 'vite';

type Node = ESTree.Node;
type Place = { name: string; start: number; end: number };

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
const isFunction = (node: Node) => /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type);
const isMethod = (node: Node | undefined): node is Node =>
  node?.type === 'MethodDefinition' || (node?.type === 'Property' && (node.method || node.kind !== 'init'));
const textOf = (node: unknown): string =>
  isNode(node) ? (node.type === 'Identifier' ? node.name : node.type === 'Literal' ? String(node.value) : '') : '';

function ownName(node: Node, parent: Node | undefined): string {
  if (node.type === 'FunctionDeclaration') return textOf(node.id);
  if (parent?.type === 'VariableDeclarator') return textOf(parent.id);
  if (parent?.type === 'Property' || parent?.type === 'MethodDefinition') return textOf(parent.key);
  return '';
}

/** Names of functions, outermost first and joined by `>`; a function without a name belongs to the one around it. */
export function functionsOf(file: string, source: string): (at: number) => string {
  const places: Place[] = [];
  function see(node: Node, parent: Node | undefined, around: string) {
    let path = around;
    const name = isFunction(node) ? ownName(node, parent) : '';
    if (name) {
      path = around ? `${around}>${name}` : name;
      // V8 counts the name of a method as its start.
      const { start } = isMethod(parent) ? parent : node;
      places.push({ name: path, start, end: node.end });
    }
    for (const child of Object.values(node).flat()) if (isNode(child)) see(child, node, path);
  }
  see(parseSync(file, source).program, undefined, '');
  return (at) => places.findLast(({ start, end }) => start <= at && at < end)?.name ?? '';
}
