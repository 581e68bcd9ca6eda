import { compared, differencesOf, steadyPart } from '#lib/ops/upgrade/compare.ts';

describe('two answers of two versions', () => {
  it.each([
    ['a gained field', { a: 1 }, { a: 1, b: 2 }, []],
    ['a lost field', { a: 1, b: 2 }, { a: 1 }, ['.b: undefined instead of 2']],
    ['another value', { a: [{ b: '1.0' }] }, { a: [{ b: '1.5' }] }, ['.a[0].b: "1.5" instead of "1.0"']],
    ['an entry more', { a: [1, 3] }, { a: [1, 2, 3] }, ['.a: 1 entries more']],
    ['an entry less', { a: [1, 3] }, { a: [1] }, ['.a: 1 entries instead of 2, of which 3 is missing']],
    ['a column of CSV more', ['a,b', '1,"2,3"'], ['a,c,b', '1,9,"2,3"'], []],
    ['a column of CSV less', ['a,b', '1,2'], ['a,c', '1,2'], ['[0].b: undefined instead of "2"']],
    ['another cell of CSV', ['a,b\r', '1,2\r', ''], ['a,b\r', '1,4\r', ''], ['[0].b: "4" instead of "2"']],
    ['a value that varies', steadyPart({ a: 1, b: 2 }, { a: 1, b: 3 }), { a: 1, b: 4 }, []],
  ])('differ by %s as the comparison says', (_, recorded, actual, differences) => {
    expect(differencesOf(recorded, actual)).toEqual(differences);
  });

  it('differ by what was corrected on purpose, which is counted by its reason, and by nothing else', () => {
    const recorded = { 'report?x': { status: 200, body: { ratio: 1, count: 2 } } };
    const actual = { 'report?x': { status: 200, body: { ratio: 9, count: 3 } } };
    const corrections = [{ question: /^report/, field: /^\.body\.ratio:/, reason: 'It was wrong.' }];
    expect(compared(recorded, actual, corrections)).toEqual({
      answers: 1,
      differences: ['report?x .body.count: 3 instead of 2'],
      corrected: new Map([['It was wrong.', 1]]),
    });
  });

  it('differ if the later version does not answer a question', () => {
    const recorded = { report: { status: 200, body: { count: 2 } } };
    expect(compared(recorded, {}, []).differences).toEqual(['report : undefined instead of {"status":200,"body":{"count":2}}']);
  });
});
