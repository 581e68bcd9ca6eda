/** A test compares the names with the traffic rules. */
export const candidateSignals = ['data_centre', 'shared_click_id', 'click_flood'] as const;
