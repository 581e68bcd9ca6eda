import { AsyncLocalStorage } from 'node:async_hooks';

/** A request would occupy a thread that answers other requests. */
export class TooMuchForTurn extends Error {
  constructor() {
    super('The request is too much work for one turn.');
    this.name = 'TooMuchForTurn';
  }
}

const budgets = new AsyncLocalStorage<{ rows: number }>();

/** The local host answers requests of all accounts in one thread, so it repeats a request that reads more rows in another thread. */
export const withTurnBudget = <T>(rows: number, work: () => Promise<T>): Promise<T> => budgets.run({ rows }, work);

/** Counts rows that the request computes with. In the cloud, each request has a process, so there is no budget. */
export function useTurn(rows: number): void {
  const budget = budgets.getStore();
  if (!budget) return;
  budget.rows -= rows;
  if (budget.rows < 0) throw new TooMuchForTurn();
}
