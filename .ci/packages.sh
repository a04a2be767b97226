# Debian packages. Sourced by run.

# install_packages NAME...: installs what is missing, without starting its services.
install_packages() {
    local name missing=()
    for name in "$@"; do
        dpkg-query -W -f '${db:Status-Status}' "$name" 2>/dev/null | grep -qx installed || missing+=("$name")
    done
    if [ ${#missing[@]} -eq 0 ]; then
        printf 'Installed already: %s\n' "$*"
        return
    fi
    [ "$(id -u)" -eq 0 ] || fail "root is needed to install ${missing[*]}"
    printf 'Installing: %s\n' "${missing[*]}"
    logged apt-update apt-get update
    without_services logged apt-install env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y --no-install-recommends "${missing[@]}"
}

# The tests start servers of their own, on ports of their own.
without_services() {
    local policy=/usr/sbin/policy-rc.d status=0
    if [ -e "$policy" ]; then
        "$@"
        return
    fi
    printf '#!/bin/sh\nexit 101\n' >"$policy"
    chmod +x "$policy"
    ("$@") || status=$?
    rm -f "$policy"
    return "$status"
}
