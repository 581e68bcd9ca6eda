import { parseArgs } from 'node:util';
import { requestsToAws } from '#lib/cloud/limits/requests-to-aws.ts';
import { stages } from '#lib/cloud/stages.ts';

const usage = `npm run ops -- limits [--stage NAME]

Prints what follows from the peak that a stage declares (lib/cloud/stages.ts), and what to ask AWS for before the deployment.
Stages: ${stages.map(({ name }) => name).join(', ')}
`;

type Out = { write(text: string): unknown };

export async function main(args: string[], out: Out = process.stdout): Promise<number> {
  let values: { stage?: string; help?: boolean };
  try {
    const options = { stage: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;
    values = parseArgs({ args, options }).values;
  } catch (error) {
    out.write(`${(error as Error).message}\n\n${usage}`);
    return 2;
  }
  const selectedStages = stages.filter(({ name }) => values.stage === undefined || name === values.stage);
  if (values.help || selectedStages.length === 0) {
    out.write(usage);
    return values.help ? 0 : 2;
  }
  out.write(selectedStages.map(requestsToAws).join('\n'));
  return 0;
}
