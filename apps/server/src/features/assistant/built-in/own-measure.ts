/** A number as a project means it. */
export type OwnMeasure = {
  label: { en: string; de: string };
  /** What it is called, each as stems. */
  phrases: string[][];
  table: string;
  /** With the columns of its table named as those of `t`. */
  expression: string;
  filter: string | null;
  /** As it was typed. */
  said: string;
};
