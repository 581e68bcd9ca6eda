import type { Figures } from './answers.ts';

export type Run = Figures['repairs'][number];
export type RepairName = Run['repair'];

export const repairs: Record<RepairName, { title: string; about: string; action: string }> = {
  send_missing: {
    title: 'Send the missing orders',
    about: 'As events with their own times. Undone, they keep the net value 0.',
    action: 'Send',
  },
  adjust_values: {
    title: 'Take the values of the shop',
    about: 'What it kept, as net values of the events. Gross figures stay.',
    action: 'Adjust',
  },
  void_doubles: {
    title: 'Void the doubles',
    about: 'The second event of each sale gets the net value 0. Gross figures stay.',
    action: 'Void',
  },
};
