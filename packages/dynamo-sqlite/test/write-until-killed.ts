import { openEngine } from '../src/engine.ts';
import { attributesOf, keyOf, keysOf, streamOf } from './engine.ts';

// `node write-until-killed.ts FILE RUN` prints each acknowledged write.
const [, , file = '', run = ''] = process.argv;
const { call } = openEngine(file, { checkpointRows: 200 });
const table = {
  TableName: 'things',
  ...keysOf('pk', 'sk'),
  ...attributesOf({ pk: 'S', sk: 'S' }),
  ...streamOf(),
};
await call('CreateTable', table).catch(() => {});

async function writer(name: string) {
  for (let count = 0; ; count++) {
    const sk = `${run}-${name}-${count}`;
    const Item = { ...keyOf(sk), text: { S: 'x'.repeat(2000) } };
    await (count % 3
      ? call('PutItem', { TableName: 'things', Item })
      : call('TransactWriteItems', { TransactItems: [{ Put: { TableName: 'things', Item } }] }));
    process.stdout.write(`${sk}\n`);
  }
}
await Promise.all(Array.from({ length: 16 }, (_, at) => writer(String(at))));
