import fc from 'fast-check';
import { blocks, containsPhrase, keywordFault, keywordText, sameKeyword, wordsOf } from '#shared/keyword-plans/rules/keywords.ts';
import { brandTerms, campaignName, competitorNames } from '#shared/keyword-plans/rules/plan-names.ts';

describe('the text of a keyword', () => {
  it.each([
    ['  Running   SHOES ', 'running shoes'],
    ['best shoes, 2026!', 'best shoes 2026'],
    ['=HYPERLINK("x")', 'hyperlink x'],
    ["men's trail-shoes", "men's trail-shoes"],
    ['c++ course & more', 'c++ course more'],
    ['ＦＵＬＬ width', 'full width'],
    ['日本 靴', '日本 靴'],
    ['-@!', ''],
    ['men’s socks', "men's socks"],
  ])('%j is %j', (given, text) => {
    expect(keywordText(given)).toBe(text);
  });

  it('the text of a keyword stays as it is when it is taken for one again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const once = keywordText(text);
        expect(keywordText(once)).toBe(once);
      }),
    );
  });

  it('the text of a keyword has at most ten words and eighty characters', () => {
    const words = (count: number) => Array.from({ length: count }, () => 'a').join(' ');
    expect([keywordFault(words(10)), keywordFault(words(11))]).toEqual([null, 'has more than 10 words']);
    expect([keywordFault('a'.repeat(80)), keywordFault('a'.repeat(81))]).toEqual([null, 'has more than 80 characters']);
    expect(keywordFault('')).toBe('is empty');
  });
});

describe('a negative', () => {
  it.each([
    ['exact', 'running shoes', 'running shoes', true],
    ['exact', 'running', 'running shoes', false],
    ['phrase', 'running shoes', 'cheap running shoes men', true],
    ['phrase', 'shoes running', 'cheap running shoes men', false],
    ['phrase', 'run', 'running shoes', false],
    ['broad', 'shoes cheap', 'cheap running shoes', true],
    ['broad', 'shoe', 'cheap running shoes', false],
    ['broad', '', 'cheap', false],
  ] as const)('%s %j against %j: %j', (matchType, text, keyword, isBlocked) => {
    expect(blocks({ text, matchType }, keyword)).toBe(isBlocked);
  });
});

describe('a phrase', () => {
  it.each([
    ['northwind', "northwind's shoes", true],
    ['northwind', 'shop northwind.example', true],
    ['northwind', 'northwind-shoes', true],
    ['northwind', 'northwinds', false],
    ['wind', 'northwind', false],
    ['north', 'north2 shop', false],
    ['café', 'café paris', true],
    ['cafe', 'cafés', false],
    ['', 'anything', false],
    // Word boundaries are unknown in scripts without spaces.
    ['日本', '日本靴 通販', true],
    ['日本 靴', '日本靴', true],
    ['日本靴', '通販 日本 靴', true],
    ['靴日本', '日本靴', false],
    ['nike', 'nike靴', true],
    ['รองเท้า', 'ซื้อรองเท้าวิ่ง', true],
    ['กา', 'กาํ', false],
    ['나이키', '나이키 신발', true],
    ['나이', '나이키', false],
    ['जूते', 'लाल जूते', true],
    ['जूत', 'जूते', false],
    ['𝕒', '𝕒 b', true],
  ])('%j in %j: %j', (phrase, text, isThere) => {
    expect(containsPhrase(text, phrase)).toBe(isThere);
  });

  it('a phrase of words with spaces is there exactly when they stand in a row', () => {
    const words = fc.array(fc.constantFrom('a', 'b', 'ab', 'c1'), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(words, words, (text, phrase) => {
        const isThere = text.some((_, at) => phrase.every((word, offset) => text[at + offset] === word));
        expect(containsPhrase(text.join(' '), phrase.join(' '))).toBe(isThere);
      }),
    );
  });
});

describe('words', () => {
  it.each([
    ['running shoes', ['running', 'shoes']],
    ['日本靴 通販', ['日本', '靴', '通販']],
    ['', []],
  ])('words of %j are %j', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  it('words of a text without spaces are counted, too', () => {
    const long = '東京で一番安い靴を買うなら北風靴店の通販';
    expect(long.length).toBeLessThan(80);
    expect(keywordFault(long)).toBe('has more than 10 words');
    expect(keywordFault('東京 靴 通販')).toBeNull();
  });

  it('words are those of one keyword, whether it has spaces or not', () => {
    expect(sameKeyword('日本 靴')).toBe(sameKeyword('日本靴'));
    expect(sameKeyword('running shoes')).not.toBe(sameKeyword('runningshoes'));
    expect(sameKeyword('nike 靴')).not.toBe(sameKeyword('nike靴'));
  });
});

describe('a negative of a script without spaces', () => {
  it.each([
    ['exact', '日本靴', '日本 靴', true],
    ['phrase', '無料', '無料靴', true],
    ['broad', '靴 無料', '無料の靴', true],
    ['broad', '靴無料', '無料の靴', true],
    ['broad', '帽子', '無料の靴', false],
  ] as const)('%s %j against %j: %j', (matchType, text, keyword, isBlocked) => {
    expect(blocks({ text, matchType }, keyword)).toBe(isBlocked);
  });
});

describe('names', () => {
  it.each([
    ['Northwind Shoes, Inc.', 'northwind-shoes.example', ['northwind shoes', 'northwindshoes']],
    ['Northwind Co., Ltd.', 'northwind.example', ['northwind']],
    ['Northwind B.V.', 'nw.example', ['northwind', 'nw']],
    ['Éclair GmbH', 'gebaeck.example', ['éclair', 'eclair', 'gebaeck']],
    ['株式会社北風', 'kitakaze.example', ['北風', 'kitakaze']],
    ['Kitakaze', 'xn--djrw23n.example', ['kitakaze', '北風']],
    ['X', 'x.example', []],
  ])('names of %j at %s are %j', (name, domain, terms) => {
    expect(brandTerms(name, domain)).toEqual(terms);
  });

  it('names of competitors are no short words, nor parts of the own one', () => {
    const names = ['Fjord Running', 'Nike', 'Northwind', 'Salt Inc', 'On', '楽天', 'Wind North'];
    expect(competitorNames(names, ['northwind', 'fjord running shoes'])).toEqual([
      'fjordrunning',
      'nike',
      'salt',
      '楽天',
      'wind north',
      'windnorth',
    ]);
  });

  it.each([
    ['Brand - Northwind', 'Brand - Northwind'],
    ['=cmd|x', 'cmd|x'],
    ['  two\nlines\u0000 ', 'two lines'],
    ['-- !', 'Otherwise'],
    ['', 'Otherwise'],
    ['北風', '北風'],
    ['x'.repeat(500), 'x'.repeat(120)],
    [`${'x'.repeat(119)}😀😀`, `${'x'.repeat(119)}😀`],
    ['a\ud800b', 'a\ufffdb'],
  ])('names of campaigns: %j is %j', (name, result) => {
    expect(campaignName(name, 'Otherwise')).toBe(result);
  });
});
