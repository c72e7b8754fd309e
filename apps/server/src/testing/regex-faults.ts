import { type AST, parseRegExpLiteral } from '@eslint-community/regexpp';
import { analyse } from 'scslre';

/**
 * Why a regular expression could take longer than its text is: an analysis of what it matches finds
 * repetitions side by side over the same characters; its shape tells of repetitions inside each
 * other, and of those that start anew at each place of a text they have already run over.
 */
export function findFaults(pattern: string, flags: string): string[] {
  const regex = new RegExp(pattern, flags);
  const { reports } = analyse(regex);
  return [...new Set([...reports.map(({ type }) => type), ...findShapes(regex)])];
}

type Element = AST.Element;

/** What stands around a part of a pattern. */
type Around = { prefix: Element[]; isRepeated: boolean; isFollowed: boolean };

function findShapes(regex: RegExp): string[] {
  const found: string[] = [];
  const startsAnywhere = !regex.sticky;
  const visit = (alternatives: AST.Alternative[], { prefix, isRepeated, isFollowed }: Around) => {
    for (const { elements } of alternatives) {
      elements.forEach((element, index) => {
        const before = [...prefix, ...elements.slice(0, index)];
        const mustFollow = isFollowed || elements.slice(index + 1).some(isRequired);
        if (element.type === 'Quantifier' && element.max === Infinity) {
          if (isRepeated) found.push('Nested');
          if (startsAnywhere && mustFollow && fitsInto(before, element)) found.push('Restart');
        }
        const isInside = isRepeated || (element.type === 'Quantifier' && element.max === Infinity);
        const around = { prefix: before, isRepeated: isInside, isFollowed: mustFollow };
        visit(innerOf(element), around);
      });
    }
  };
  visit(parseRegExpLiteral(regex).pattern.alternatives, {
    prefix: [],
    isRepeated: false,
    isFollowed: false,
  });
  return found;
}

function innerOf(element: Element): AST.Alternative[] {
  if (element.type === 'Quantifier') return innerOf(element.element);
  return 'alternatives' in element ? element.alternatives : [];
}

/** Something has to come behind a repetition, or all of its run was for nothing. */
function isRequired(element: Element): boolean {
  if (element.type === 'Quantifier') return element.min > 0;
  if (element.type === 'Assertion') return element.kind === 'end' || element.kind === 'lookahead';
  return true;
}

/** Whether all that stands before a repetition may stand inside its run: then it starts there again. */
function fitsInto(before: Element[], { element }: AST.Quantifier): boolean {
  return before.every((one) => {
    if (one.type === 'Assertion') return one.kind !== 'start';
    if (one.type === 'Quantifier' && one.min === 0) return true;
    const single = one.type === 'Quantifier' ? one.element : one;
    return samples.some((sample) => takes(single, sample) && takes(element, sample));
  });
}

const samples = [...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)), 'é'];

function takes(element: Element, sample: string): boolean {
  if (element.type === 'Character' || element.type.startsWith('Character')) {
    return new RegExp(`^${element.raw}$`, 'su').test(sample);
  }
  return innerOf(element).some(({ elements }) => elements.some((inner) => takes(inner, sample)));
}
