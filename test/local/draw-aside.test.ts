import { drawAside } from '#lib/local/images/draw-aside.ts';
import { adPicture } from '#lib/local/images/pictures.ts';

const brand = { name: 'Northwind Shoes', domain: 'northwind.example', category: 'running shoes' };
const words = { headline: 'Run further', callToAction: 'Shop now' };

it('draws what is drawn here', async () => {
  const drawn = await drawAside(brand, words, 'a seed');
  expect(drawn.equals(adPicture(brand, words, 'a seed'))).toBe(true);
});

it('leaves the process its turns while many are drawn', async () => {
  let turns = 0;
  let isOver = false;
  const others = () => {
    turns++;
    if (!isOver) setImmediate(others);
  };
  setImmediate(others);
  const seeds = Array.from({ length: 10 }, (_, at) => `seed ${at}`);
  const pictures = await Promise.all(seeds.map((seed) => drawAside(brand, words, seed)));
  isOver = true;
  expect(new Set(pictures.map(String)).size).toBe(10);
  // Drawn here, they would leave it one or two turns each.
  expect(turns).toBeGreaterThan(100);
});

it('one that fails fails alone', async () => {
  const fails = drawAside(brand, null as never, 'a seed');
  const works = drawAside(brand, words, 'another');
  await expect(fails).rejects.toThrow();
  expect((await works).length).toBeGreaterThan(1000);
});
