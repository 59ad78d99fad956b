import type { MouseEvent } from "react";
import { type PlainSentence, type Sentence, t } from "../../language/t.ts";
import type { Product } from "../contract.ts";
import type { SizeGuide } from "./size-guide.ts";

const GUIDE = "size-guide";

/** The material, the fit, and which size fits which body. */
export function Make({ product, guide }: { product: Product; guide: SizeGuide | undefined }) {
  return (
    <div className="make">
      <dl className="make-facts">
        {product.material && <Fact name="Material">{product.material}</Fact>}
        {product.fit && <Fact name="Fit">{product.fit}</Fact>}
      </dl>
      {guide && (
        <details id={GUIDE} className="size-guide">
          <summary>{t("Size guide, in centimetres")}</summary>
          <table>
            <thead>
              <tr>
                <th scope="col">{t("Size")}</th>
                {guide.columns.map((column) => (
                  <th key={column} scope="col">
                    {t(column as PlainSentence)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {guide.rows.map(({ size, measures }) => (
                <tr key={size}>
                  <th scope="row">{size}</th>
                  {measures.map((measure, at) => (
                    <td key={guide.columns[at]}>{measure}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          <p>
            {t(
              "These are body measurements. Keep the tape flat and loose: chest and hip at their widest, waist where you bend to the side.",
            )}
          </p>
          <p>{t("Between two sizes? Take the larger one for a looser fit.")}</p>
        </details>
      )}
    </div>
  );
}

/** A link from the sizes to the size guide. */
export function SizeGuideLink() {
  return (
    <a className="size-guide-link" href={`#${GUIDE}`} onClick={openGuide}>
      {t("Size guide")}
    </a>
  );
}

function openGuide(event: MouseEvent) {
  const guide = document.getElementById(GUIDE);
  if (!(guide instanceof HTMLDetailsElement)) return;
  event.preventDefault();
  guide.open = true;
  guide.scrollIntoView({ block: "center" });
  guide.querySelector("summary")?.focus({ preventScroll: true });
}

function Fact({ name, children }: { name: Extract<Sentence, "Material" | "Fit">; children: string }) {
  return (
    <div>
      <dt>{t(name)}</dt>
      <dd>{children}</dd>
    </div>
  );
}
