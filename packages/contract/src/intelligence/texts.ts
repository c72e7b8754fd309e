import type { UiLanguage } from '../settings/settings.ts';
import type { Check } from './checks.ts';
import { speakFacts } from './spoken-facts.ts';
import { de } from './texts-de.ts';
import { en } from './texts-en.ts';
import type { Facts, Finding } from './intelligence.ts';

/**
 * The sentences of the checks, once for the page, the inbox and the mail. `name` is the kind of finding,
 * `title` tells this one in a line, `why` what follows from it, `fix` what would mend it. What stands in
 * braces is a fact of the finding; numbers are written as the language does.
 */
export type CheckTexts = { name: string; title: string; why: string; fix?: string };
export type AllCheckTexts = Record<Check, CheckTexts>;

export const checkTexts: Record<UiLanguage, AllCheckTexts> = { en, de };

type Said = Pick<Finding, 'check' | 'schema' | 'table' | 'columns' | 'facts'>;

/** Days and numbers are written as the reader's region does; who names none reads European English. */
export function sayFinding(
  finding: Said,
  language: UiLanguage,
  region: string = language === 'en' ? 'en-GB' : language,
) {
  const { name, title, why, fix } = checkTexts[language][finding.check];
  const places = { ...placesOf(finding), ...speakFacts(finding, language, region) };
  const fill = (text: string) => fillFacts(text, places, region);
  return {
    name,
    title: `${fill(title)}${sampleIn(finding.facts, language, region)}`,
    why: fill(why),
    fix: fix === undefined ? undefined : fill(fix),
  };
}

const sampleTexts = { en: 'in a sample of', de: 'in einer Stichprobe von' };

/** Counts of a sample are no counts of the whole, and must not be taken for them. */
function sampleIn({ sample }: Facts, language: UiLanguage, region: string): string {
  if (typeof sample !== 'number') return '';
  const percent = new Intl.NumberFormat(region, {
    style: 'percent',
    maximumSignificantDigits: sample < 0.1 ? 1 : 2,
  });
  return ` (${sampleTexts[language]} ${percent.format(sample)})`;
}

/** A table as people name it: the usual schema goes without saying. */
export function tableTitle({ schema, table }: Pick<Finding, 'schema' | 'table'>): string {
  if (table === null) return schema ?? '';
  return !schema || schema === 'public' ? table : `${schema}.${table}`;
}

function placesOf(finding: Said): Facts {
  const columns = finding.columns.slice(0, 4).join(', ');
  const more = finding.columns.length > 4 ? ', …' : '';
  return { table: tableTitle(finding), columns: `${columns}${more}`, ...finding.facts };
}

/** `{count}` is a number, `{share%}` a part of a hundred, `{count:row:rows}` a number with its noun. */
const place = /\{(\w+)(%?)(?::([^:{}]+):([^:{}]+))?\}/g;

function fillFacts(text: string, facts: Facts, region: string): string {
  return text.replace(place, (_, name: string, percent: string, one?: string, many?: string) => {
    const value = facts[name];
    if (typeof value !== 'number') return value ?? '';
    const written = new Intl.NumberFormat(region, {
      maximumFractionDigits: percent ? 2 : 1,
      ...(percent && { style: 'percent' }),
    }).format(value);
    return one === undefined ? written : `${written} ${value === 1 ? one : many}`;
  });
}
