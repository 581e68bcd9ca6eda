const recordsOfTable = 2 ** 40;

/** The id of a stream record: those of a table are one range, in their order. */
export const recordId = (table: number, seq: number): number => table * recordsOfTable + seq;

/** What the ids of a table's records lie between. */
export const recordsOf = (table: number): [number, number] => [recordId(table, 0), recordId(table + 1, 0)];
