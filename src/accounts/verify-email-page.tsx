import { useEffect, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { mergeCart } from "../cart/cart-store.ts";
import { call } from "../platform/call.ts";
import { token } from "../platform/kept.ts";
import type { verifyEmail } from "./contract.ts";
import { TEXTS } from "./rules.ts";

export default function VerifyEmailPage() {
  const [search] = useSearchParams();
  const link = search.get("token");
  const navigate = useNavigate();
  const [state, setState] = useState<"verifying" | "success" | "error">("verifying");
  useEffect(() => {
    if (!link) return setState("error");
    let timer: ReturnType<typeof setTimeout>;
    call<typeof verifyEmail>("/api/user/verify-email", { token: link }).then(
      async (answer) => {
        if (answer.token) token.write(answer.token);
        await mergeCart();
        setState("success");
        timer = setTimeout(() => navigate("/"), 2000);
      },
      () => setState("error"),
    );
    return () => clearTimeout(timer);
  }, [link, navigate]);
  return (
    <h1>
      {{ verifying: "Verifying your email…", success: "Email verified", error: TEXTS.linkExpired }[state]}
    </h1>
  );
}
