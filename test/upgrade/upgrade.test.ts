// Slow: it starts the host of this version on the folders of earlier versions.
import { temporaryFolder } from '#test/local/temporary-folder.ts';
import { type Answers, answersOf } from './answers.ts';
import { type Correction, unexplained } from './compare.ts';
import { startHostOf } from './host-of.ts';
import { unpackFolder } from './packed-folder.ts';
import { askedAt, folderOf, recordedAnswers } from './recorded.ts';

/** What a later version answers on purpose in another way: the question, the place in its answer, and why. */
const corrections: Record<string, readonly Correction[]> = {
  '8882f9e8': [],
};

const answersNow = async (commit: string): Promise<Answers> => {
  const directory = temporaryFolder();
  unpackFolder(folderOf(commit), directory);
  const host = await startHostOf('.', directory, { at: askedAt, args: ['--empty'] });
  try {
    return await answersOf(host.facts);
  } finally {
    await host.stop();
  }
};

it.each(Object.keys(corrections))(
  'a data folder of commit %s is answered as that commit answered it',
  async (commit) => {
    const recorded = recordedAnswers(commit);
    expect(unexplained(recorded, await answersNow(commit), corrections[commit] ?? [])).toEqual([]);
  },
);
