declare module 'virtual:operations' {
  const operations: Record<string, string>;
  export default operations;
}
declare module 'virtual:operator-operations' {
  const operations: Record<string, string>;
  export default operations;
}
declare module 'virtual:operator-fields' {
  export type Field = {
    type: 'choice' | 'date' | 'number' | 'string';
    isRequired: boolean;
    isNullable: boolean;
    isNumber: boolean;
    text?: string;
    start?: string | number;
    choices?: (string | number)[];
    minimum?: number;
    maximum?: number;
    maxLength?: number;
  };
  const fields: Record<string, Record<string, Field>>;
  export default fields;
}
declare module '*.css';
declare module 'virtual:look.css';
