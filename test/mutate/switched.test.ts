import { switched } from './switched.ts';

const source = `export const next = (x: number) => x + 1;
export function text(y: string): string {
  const inner = () => y;
  return inner();
}
export const list = [1, 2];
`;
const mutant = (id: number, from: string, to: string) => ({ id, text: source.replace(from, to) });

it('mutants of functions stand beside the original code, and the one that is on is executed', async () => {
  const { text, ids, overlapping } = switched('source.ts', source, [
    mutant(1, 'x + 1', 'x - 1'),
    mutant(2, 'return inner()', "return ''"),
    mutant(3, '[1, 2]', '[1]'),
    mutant(4, '=> y', "=> 'z'"),
  ]);
  expect({ ids, overlapping }).toEqual({ ids: [1, 2], overlapping: [4] });
  const code = text.replaceAll(/: (number|string)\b/g, '');
  const { next, text: textOf } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  const { mutant: state } = globalThis as unknown as { mutant: { id: number; ran: Set<number> } };
  const results = [0, 1, 2].map((id) => {
    state.id = id;
    return [next(1), textOf('a')];
  });
  state.id = 0;
  expect(results).toEqual([
    [2, 'a'],
    [0, 'a'],
    [2, ''],
  ]);
  expect(state.ran).toEqual(new Set([1, 2]));
});
