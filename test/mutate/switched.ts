import { type ESTree, parseSync } from 'vite';

type Node = ESTree.Node;
type Span = { start: number; end: number };
type Body = Span & { isBlock: boolean; of: number };
type Switchable = { id: number; text: string };

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

function bodiesOf(file: string, source: string): Body[] {
  const bodies: Body[] = [];
  function see(node: Node) {
    if (/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)) {
      const { body } = node as ESTree.ArrowFunctionExpression;
      const isBlock = (body as Node | null)?.type === 'BlockStatement';
      if (body) bodies.push({ start: body.start, end: body.end, isBlock, of: node.start });
    }
    for (const child of Object.values(node).flat()) if (isNode(child)) see(child);
  }
  const { program, errors } = parseSync(file, source);
  if (errors.length === 0) see(program);
  return bodies;
}

function changedSpan(before: string, after: string): Span {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  let same = 0;
  const most = Math.min(before.length, after.length) - start;
  while (same < most && before.at(-1 - same) === after.at(-1 - same)) same++;
  return { start, end: before.length - same };
}

const state = 'globalThis.mutant';
/** A host that a test starts has the mutant from its environment. */
const prelude = `${state} ??= { id: Number(process.env.MUTANT ?? 0), ran: new Set(), killed: new Set(), killers: new Set() };`;

/**
 * The source gets each mutated function in addition to the original code, and the ID of the current mutant chooses. Mutants
 * outside of functions are left out, and so are mutants whose functions overlap.
 */
export function switched(file: string, source: string, mutants: readonly Switchable[]) {
  const bodies = bodiesOf(file, source);
  const chosen: { id: number; body: Body; to: string }[] = [];
  const overlapping: number[] = [];
  for (const { id, text } of mutants) {
    const span = changedSpan(source, text);
    const after = bodiesOf(file, text);
    const fits = ({ start, end, isBlock }: Body) =>
      isBlock ? start < span.start && span.end < end : start <= span.start && span.end <= end;
    const body = bodies.findLast((one) => fits(one) && after.some(({ of, start }) => of === one.of && start === one.start));
    const other = after.find(({ of, start }) => of === body?.of && start === body.start);
    if (!body || !other || other.isBlock !== body.isBlock) continue;
    if (chosen.some((one) => one.body.start < body.end && body.start < one.body.end)) {
      overlapping.push(id);
      continue;
    }
    const [from, to] = [source.slice(body.start, body.end), text.slice(other.start, other.end)];
    const isOn = `${state}.id === ${id} && ${state}.ran.add(${id})`;
    chosen.push({
      id,
      body,
      to: body.isBlock ? `{ if (${isOn}) ${to} else ${from} }` : `(${isOn} ? (${to}) : (${from}))`,
    });
  }
  let result = source;
  for (const { body, to } of chosen.toSorted((a, b) => b.body.start - a.body.start))
    result = result.slice(0, body.start) + to + result.slice(body.end);
  const { errors } = parseSync(file, result);
  return errors.length > 0
    ? { text: source, ids: [], overlapping: [] }
    : { text: `${prelude} ${result}`, ids: chosen.map(({ id }) => id), overlapping };
}

/** The ID 0 is no mutant: its file runs if the test has killed a mutant. */
export const testOf = (id: number, test: string, body: string): string => `${prelude}
const { mutant } = globalThis;
mutant.id = ${id};
process.env.MUTANT = '${id}';
if (${id === 0 ? `!mutant.killers.has('${test}')` : `mutant.killed.has(${id})`}) it('is not needed', () => {});
else await import('./${body}');
beforeEach(({ skip }) => {
  if (mutant.killed.has(${id})) skip();
});
afterEach(({ task }) => {
  if (${id} === 0 || task.result?.state !== 'fail') return;
  mutant.killed.add(${id});
  mutant.killers.add('${test}');
});
afterAll(({}, { file }) => {
  file.meta.ranMutant = mutant.ran.has(${id});
});
`;
